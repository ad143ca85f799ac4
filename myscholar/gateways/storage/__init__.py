"""The database: libraries of papers, profiles, questions, what a reader chose and thinks of
results, shared reports, and runs.

What enters: domain values. What leaves: the same values, or StorageError; no row, session or SQL
leaves this room.
SQLite in one file (write-ahead log) by default; any database of SQLAlchemy by URL, PostgreSQL's
driver is installed.

store        open_store(url) -> Store, the only thing others call: libraries and profiles, and the
             way to the rest
choices, inquiries, feedback, shares    one small class each
records      what the store tells of its contents: LibraryInfo, AddResult, ProfileInfo, Choice
run_queries  what runs did, told, showed, spent and asked;  runs  how they are changed
locks        who carries out what
changes      hears that something was written, by whichever process
tables       the schema as it stands;  columns  values in columns of text
migrations/  how older files get to this schema, by Alembic
connecting   engines, pragmas, migrations at open, and the translation of errors
"""

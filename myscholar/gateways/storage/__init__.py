"""The database: libraries of papers, profiles, and what a reader chose before.

What enters: domain values. What leaves: the same values, or StorageError; no row, session or SQL leaves this room.
SQLite in one file (write-ahead log) by default; any database of SQLAlchemy by URL, PostgreSQL through the extra `postgres`.

store        open_store(url) -> Store, the only thing others call
records      what the store tells of its contents: LibraryInfo, AddResult, ProfileInfo, Choice
tables       the schema as it stands;  migrations/  how older files get there, by Alembic
connecting   engines, pragmas, migrations at open, and the translation of errors
"""

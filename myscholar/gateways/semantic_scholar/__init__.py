"""The door to Semantic Scholar, by the package `semanticscholar`. Names, ids and words go in;
`Paper`s and `Hit`s come out.

client        one method an endpoint
package       the package, with what is wrong in it kept out
requester     below it, one request: cache, turn, budget, attempt, retry, named error
identifiers   every way to write a paper or an author down
queries       query texts and filters as the service takes them
translate     JSON to domain values, once
download      an open-access PDF from wherever it lies
Source: https://api.semanticscholar.org/api-docs/graph
"""

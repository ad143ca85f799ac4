"""Text -> vectors, by the name of an embedder.

Enters: texts. Leaves: float32 rows of unit length, shape (n, dimension); a text with nothing to go
by has a zero row.

embedder               the protocol
names                  `embedder_by_name("lsa")`
lsa                    the default: latent semantic analysis (Deerwester et al. 1990), fitted on the
                       corpus; no download
sentence_transformers  any model of that library (extra `sentence-transformers`)
gritlm                 GRIT-LM (Muennighoff et al. 2024; the embedder of MySQA §2.3; extra `gritlm`)
openai                 `/v1/embeddings` of any provider that speaks it
"""

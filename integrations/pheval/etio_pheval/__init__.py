"""Etio in PhEval, the public benchmark of phenotype-driven prioritisers."""

"""Tasks with experts' rubrics, as other benchmarks publish them: DeepResearch Bench and II, HealthBench."""

"""YAML files whose values know their lines."""

"""The models that requests can name, as far as the server's settings say."""

from pathlib import Path

import pytest

from tests.support.http_service import running_service


def test_what_can_be_named_is_said_and_no_key_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-a-secret-that-nobody-sees")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://someone:hidden@models.example:8000/v1")
    for name in ("GOOGLE_API_KEY", "GEMINI_API_KEY", "ANTHROPIC_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    with running_service(str(tmp_path / "runs.sqlite"), workers=False, judge="openai:a?seed=1") as service:
        found = service.client.get("/v1/models")
    assert found.json()["default_judge"] == "openai:a"
    models = {model["name"]: model for model in found.json()["models"]}
    assert models["embedded"]["status"] == "ok"
    assert models["openai:<model>"] == {
        "name": "openai:<model>",
        "status": "ok",
        "detail": "OPENAI_API_KEY is set",
        "advice": "",
    }
    assert models["google:<model>"]["status"] == "missing"
    assert models["anthropic:<model>"]["status"] == "missing"
    for secret in ("secret", "someone", "hidden", "models.example"):
        assert secret not in found.text

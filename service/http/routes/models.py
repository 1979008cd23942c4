"""Models that requests can name."""

from __future__ import annotations

import os

from fastapi import APIRouter

from agents.models.registry import plain_name
from service.doctor.named_models import named_models
from service.http.caller import Reading
from service.http.context import Context
from service.http.model_views import Models, NamedModel
from service.http.problems import responses

router = APIRouter(prefix="/v1/models", tags=["models"])


@router.get("", responses=responses(401, 403, 422, 429))
def list_models(_who: Reading, context: Context) -> Models:
    """What can be named as a judge or a model here, and what is missing for it; no server is asked."""
    found = tuple(
        NamedModel(**finding.model_dump(exclude={"needed"})) for finding in named_models(os.environ)
    )
    return Models(default_judge=plain_name(context.settings.judge), models=found)

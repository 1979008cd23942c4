# syntax=docker/dockerfile:1
# The judge as a service. One stage builds the virtual environment, the other has nothing else.
FROM python:3.11-slim AS build
COPY --from=ghcr.io/astral-sh/uv:0.13 /uv /bin/uv
ENV UV_COMPILE_BYTECODE=1 UV_LINK_MODE=copy UV_PYTHON_DOWNLOADS=never UV_PROJECT_ENVIRONMENT=/app
# Others by --build-arg EXTRAS="service postgres bedrock".
ARG EXTRAS="service postgres google anthropic"
WORKDIR /build
# Apart from the code, so that a change of code does not install everything anew.
COPY pyproject.toml uv.lock ./
RUN --mount=type=cache,target=/root/.cache/uv \
    uv sync --quiet --locked --no-default-groups --no-install-project $(printf ' --extra %s' $EXTRAS)
COPY . .
RUN --mount=type=cache,target=/root/.cache/uv \
    uv sync --quiet --locked --no-default-groups --no-editable $(printf ' --extra %s' $EXTRAS)

FROM python:3.11-slim
COPY --from=build /app /app
# For any user: `docker run --user` may choose another.
RUN mkdir --mode=1777 /data
ENV PATH=/app/bin:$PATH PYTHONUNBUFFERED=1 JUDGE_HOST=0.0.0.0 JUDGE_STORE=/data/runs.sqlite
WORKDIR /data
VOLUME /data
USER 10001:10001
EXPOSE 8321
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8321/health', timeout=4)"]
ENTRYPOINT ["judge"]
CMD ["serve"]

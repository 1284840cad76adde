# The image of Almanac: Node, the build, and nothing else; no shell, no package manager. docs/deploy.md says how to build and run it.

# Node 26 has long-term support since October 2026. Both may be pinned by digest, or come from a registry of your own.
ARG BUILD_IMAGE=docker.io/library/node:26-trixie-slim
ARG RUN_IMAGE=gcr.io/distroless/nodejs26-debian13:nonroot

FROM ${RUN_IMAGE} AS run

FROM ${BUILD_IMAGE} AS build
WORKDIR /source
COPY package.json package-lock.json ./
# Who installs from a registry of their own gives its settings as a secret, which no layer keeps.
RUN --mount=type=secret,id=npmrc NPM_CONFIG_USERCONFIG=/run/secrets/npmrc npm ci --no-audit --no-fund
COPY . .
# The path below which it serves is fixed with the build.
ARG BASE_PATH=
RUN node tools/standalone.mjs /almanac
# What the image is made of, with the Node that will run it: /almanac/sbom.cdx.json.
RUN --mount=type=bind,from=run,target=/run-image node tools/sbom.mjs /almanac /run-image

FROM run
LABEL org.opencontainers.image.title="Almanac" \
      org.opencontainers.image.description="Predicts what Gardener's maintenance does to the clusters of a landscape" \
      org.opencontainers.image.licenses="Apache-2.0"
# Of root, so that the program cannot change itself.
COPY --from=build --chown=0:0 /almanac /almanac
ARG BASE_PATH=
# The C library keeps memory for each of its arenas, and V8 for young objects: see docs/performance.md. `npm start` sets the same.
ENV HOST=0.0.0.0 BASE_PATH=${BASE_PATH} MALLOC_ARENA_MAX=2
USER 65532:65532
EXPOSE 3000
# Run by the image's own entrypoint, which is Node.
CMD ["--max-semi-space-size=8", "/almanac/tools/serve-built.mjs"]

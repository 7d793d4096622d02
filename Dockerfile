# syntax=docker/dockerfile:1
# The image of Lectern for linux/amd64 and linux/arm64. See docs/install.md.
ARG NODE_VERSION=24.21.0

# The bundle is the same on every platform: it is built once, on that of the builder.
FROM --platform=$BUILDPLATFORM node:${NODE_VERSION}-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
COPY apps/server/package.json apps/server/
COPY apps/web/package.json apps/web/
COPY packages/contract/package.json packages/contract/
COPY packages/formats/package.json packages/formats/
RUN npm ci --include=dev --include=optional --no-audit --no-fund
COPY . .
RUN npm run --silent package -- /out

FROM node:${NODE_VERSION}-bookworm-slim AS install
WORKDIR /app
COPY --from=build /out/package ./
# Exactly npm-shrinkwrap.json. The image has a Node of its own: the builds of Node for older ones go.
RUN npm ci --omit=dev --omit=peer --ignore-scripts --no-audit --no-fund && rm -rf node_modules/node-linux-*

FROM debian:bookworm-slim
LABEL org.opencontainers.image.title="Lectern" \
  org.opencontainers.image.description="A self-hosted server for comics, manga and ebooks" \
  org.opencontainers.image.licenses="MIT"
COPY --from=install /usr/local/bin/node /usr/local/bin/node
COPY --from=install /app /app
COPY packaging/docker/entrypoint.mjs packaging/docker/health.mjs /app/
RUN install -d -m 0777 -o 1000 -g 1000 /data && ln -s /app/scripts/bootstrap/installed.mjs /usr/local/bin/lectern
ENV NODE_ENV=production \
  LECTERN_DATA_DIR=/data \
  LECTERN_SERVER_HOST=0.0.0.0 \
  PUID=1000 \
  PGID=1000
VOLUME /data
EXPOSE 8080
# Numbers, so that Kubernetes can tell that it is not root. With `--user 0:0` the entrypoint changes to PUID and PGID.
USER 1000:1000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 CMD ["node", "/app/health.mjs"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "/app/entrypoint.mjs"]
CMD ["serve"]

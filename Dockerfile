# syntax=docker/dockerfile:1
# Flipside for linux/amd64 and linux/arm64: `docker build -t flipside .` (docs/operating.md).
# `npm run test:nightly -- image` builds and runs it.

# The base of the finished image: Debian, or another system with glibc and libstdc++.
ARG BASE=debian:trixie-slim
# The base of the build: needs npm. Nothing of it is in the finished image.
ARG BUILD_BASE=node:24-trixie-slim

# Stages with RUN use the platform of the build machine: an arm64 image needs no emulation.
FROM --platform=$BUILDPLATFORM ${BUILD_BASE} AS app
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY scripts/link-node.js scripts/
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc npm ci
COPY . .
RUN npm run build && rm -r dist/.vite

FROM --platform=$BUILDPLATFORM ${BUILD_BASE} AS packages
ARG TARGETARCH=amd64
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY scripts/link-node.js scripts/
# Node is the one of the lock file. TypeScript is an optional peer of valibot, which npm installs.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
  cpu="$(echo "$TARGETARCH" | sed s/amd64/x64/)" \
  && npm ci --omit=dev --os=linux --cpu="$cpu" \
  && mv "node_modules/node-linux-$cpu/bin/node" /node \
  && rm -r node_modules/node-linux-* node_modules/typescript node_modules/@typescript node_modules/.bin

# A user, which PostgreSQL requires, and a folder for its data.
FROM --platform=$BUILDPLATFORM ${BASE} AS user
RUN groupadd --gid 10001 flipside \
  && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin flipside \
  && install -d -m 0700 -o 10001 -g 10001 /data

FROM ${BASE}
COPY --from=user /etc/passwd /etc/group /etc/
COPY --from=user --chown=10001:10001 /data /data
COPY --from=packages /node /usr/local/bin/node
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=app /app/dist dist
COPY package.json LICENSE THIRD-PARTY-NOTICES.md ./
COPY licenses licenses
COPY contract contract
COPY server server
# The image has no git: `docker build --build-arg COMMIT="$(git rev-parse HEAD)" ...`
ARG COMMIT=
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data COMMIT=${COMMIT}
# Later starts read compiled modules: 0.4 s of CPU and 20 MB of memory less.
ENV NODE_COMPILE_CACHE=/data/cache/node
USER 10001:10001
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=10s --start-period=30s CMD ["node", "server/check-health.ts"]
ENTRYPOINT ["node"]
CMD ["server/main.ts"]

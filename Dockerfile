# Two stages: everything is compiled in the first; the second holds what runs, and no compiler or package manager of Node's.
# Nothing is downloaded but packages. How it is run: config/operations/container. These steps, tried: bin/check-container.sh.
FROM node:20-bookworm-slim AS build
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates cmake g++ make python3 \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/*
# Packages would rather fetch binaries of their own, and node-gyp the headers that lie in /usr/local already.
ENV NODE_LLAMA_CPP_SKIP_DOWNLOAD=true npm_config_build_from_source=true npm_config_nodedir=/usr/local
WORKDIR /opt/svc
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# Portable: the image may run on another processor than the one it was built on. `--build-arg SPEECH_FOR=` compiles for the builder's own
# alone, in a tenth of the time.
ARG SPEECH_FOR=--portable
RUN npm run build && node dist/setup-speech.js $SPEECH_FOR
# What no running box reads stays behind: development packages, sources, maps.
RUN npm prune --omit=dev && node bin/trim-packages.mjs node_modules && rm -f dist/*.map

FROM debian:bookworm-slim
LABEL org.opencontainers.image.title="svc" \
      org.opencontainers.image.description="Clinical documentation appliance: records, transcribes, writes, inside the hospital"
RUN apt-get update \
 && apt-get install -y --no-install-recommends libgomp1 libstdc++6 tini \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/* \
 && groupadd --system --gid 10001 svc \
 && useradd --system --uid 10001 --gid svc --no-create-home --home-dir /data --shell /usr/sbin/nologin svc \
 && install -d -o svc -g svc -m 0700 /data \
 && ln -s /opt/svc/bin/svcctl /usr/local/bin/svcctl
WORKDIR /opt/svc
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /opt/svc/node_modules ./node_modules
COPY --from=build /opt/svc/runtime ./runtime
COPY --from=build /opt/svc/package.json ./
COPY --from=build /opt/svc/bin/svcctl /opt/svc/bin/container-health.mjs ./bin/
COPY --from=build /opt/svc/bin/tools/demo ./bin/tools/demo
COPY --from=build /opt/svc/config/evaluation ./config/evaluation
COPY --from=build /opt/svc/ai-local/speech-model ./ai-local/speech-model
COPY --from=build /opt/svc/ai-local/sentence-encoder ./ai-local/sentence-encoder
COPY --from=build /opt/svc/ai-local/line-reader ./ai-local/line-reader
COPY --from=build /opt/svc/dist ./dist
ENV NODE_ENV=production SVC_DATA_DIR=/data SVC_HOST=0.0.0.0 SVC_PORT=8080 NODE_LLAMA_CPP_SKIP_DOWNLOAD=true
# By number: Kubernetes can tell from it that this is not root.
USER 10001:10001
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 \
  CMD ["node", "/opt/svc/bin/container-health.mjs"]
ENTRYPOINT ["/usr/bin/tini", "--"]
CMD ["svcctl", "serve"]

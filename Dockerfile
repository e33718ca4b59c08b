# Two stages: everything is compiled in the first; the second holds what runs. Nothing is downloaded but packages.
FROM node:20-bookworm-slim AS build
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates cmake g++ make python3 \
 && rm -rf /var/lib/apt/lists/*
# Packages would rather fetch binaries of their own, and node-gyp the headers that lie in /usr/local already.
ENV NODE_LLAMA_CPP_SKIP_DOWNLOAD=true npm_config_build_from_source=true npm_config_nodedir=/usr/local
WORKDIR /opt/svc
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# Portable: the image may run on another processor than the one it was built on.
RUN npm run build && node dist/setup-speech.js --portable \
 && npm prune --omit=dev \
 && rm -rf node_modules/nodejs-whisper/cpp node_modules/whisper-node/lib

FROM node:20-bookworm-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends libgomp1 tini \
 && rm -rf /var/lib/apt/lists/* \
 && groupadd --system --gid 10001 svc \
 && useradd --system --uid 10001 --gid svc --create-home --home-dir /var/lib/svc svc \
 && install -d -o svc -g svc -m 0700 /data
WORKDIR /opt/svc
COPY --from=build /opt/svc/package.json ./
COPY --from=build /opt/svc/node_modules ./node_modules
COPY --from=build /opt/svc/dist ./dist
COPY --from=build /opt/svc/bin/svcctl ./bin/svcctl
COPY --from=build /opt/svc/runtime ./runtime
COPY --from=build /opt/svc/api/demo ./api/demo
COPY --from=build /opt/svc/config/evaluation ./config/evaluation
COPY --from=build /opt/svc/ai-local/demo-voice ./ai-local/demo-voice
RUN ln -s /opt/svc/bin/svcctl /usr/local/bin/svcctl
ENV NODE_ENV=production SVC_DATA_DIR=/data SVC_HOST=0.0.0.0 SVC_PORT=8080 NODE_LLAMA_CPP_SKIP_DOWNLOAD=true
# By number: Kubernetes can tell from it that this is not root.
USER 10001:10001
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.SVC_PORT+'/healthz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
ENTRYPOINT ["/usr/bin/tini", "--"]
CMD ["svcctl", "serve"]

# syntax=docker/dockerfile:1
FROM node:22-bookworm-slim AS build
WORKDIR /build
COPY . .
# The image holds what the npm package holds: the list is "files" in package.json. test/release/package.test.ts installs
# the same files into an empty folder and starts them.
RUN npm ci && npm pack && npm prune --omit=dev --ignore-scripts \
  && rm -f node_modules/global-agent node_modules/@lorewell/sdk \
  && mkdir /app && tar -xzf lorewell-*.tgz -C /app --strip-components=1 && mv node_modules /app/

FROM node:22-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# glibc returns freed memory at once instead of keeping up to 64 MB per thread.
ENV MALLOC_TRIM_THRESHOLD_=131072 MALLOC_MMAP_THRESHOLD_=131072
WORKDIR /app
COPY --from=build --chown=root:root /app ./
RUN mkdir --mode=700 /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
# Writes only to /data and /tmp: run it with --read-only --tmpfs /tmp.
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/readyz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "--max-semi-space-size=4", "--v8-pool-size=2", "bin/lorewell.js"]
CMD ["start"]

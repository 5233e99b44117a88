# One image for every role of an installation; GOS_ROLE says which one a container has.
#
# Nothing is compiled: on Node 24 every native module comes with its binary, so install scripts are left out.
ARG NODE=24.21.0-bookworm-slim

FROM node:${NODE} AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY apps/backend/package.json apps/backend/
COPY apps/frontend/package.json apps/frontend/
COPY apps/bench/package.json apps/bench/
COPY apps/demo/package.json apps/demo/
COPY apps/eventstoredb/package.json apps/eventstoredb/

FROM manifests AS build
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build

FROM manifests AS dependencies
# Of no use here: the SQLite of older Nodes, and what only those need who develop.
RUN npm ci --ignore-scripts --omit=dev --workspace=apps/backend && rm -rf node_modules/better-sqlite3 node_modules/typescript

FROM node:${NODE}
ENV NODE_ENV=production \
    UV_THREADPOOL_SIZE=8 \
    PORT=3000 \
    GOS_DATA_DIR=/data
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/dist/apps dist/apps
COPY --from=build /app/dist/frontend dist/frontend
COPY package.json LICENSE ./
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/live`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/apps/backend/src/main.js"]

# The full image has the tools to compile native modules where no binary of them is published.
# Images are named by digest, so that every build starts from the same bytes; docs/operating/by-hand.md says how to move on.
FROM node:24.21.0-bookworm@sha256:22553920add6fb1fd909104346924cd30b4b3ac76ca2980f3b8dba8ede3cf945 AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY server/package.json server/
COPY contracts/package.json contracts/
COPY devnet/package.json devnet/
COPY keccak/package.json keccak/
COPY bench/package.json bench/
COPY sdk/package.json sdk/
COPY react/package.json react/
COPY examples/vite-react/package.json examples/vite-react/
COPY web/package.json web/
COPY web/api-types/package.json web/api-types/
# npm runs them, and they say that what needs development dependencies is built elsewhere.
COPY scripts scripts
COPY server/current-build.js server/
COPY server/scripts server/scripts
COPY sdk/scripts sdk/scripts
COPY react/scripts react/scripts
COPY web/scripts web/scripts
# The bundle has all libraries but these.
RUN npm ci --omit=dev --workspace server && node server/scripts/copy-libraries.js /libraries

# The pages and the server, which need packages to be built and few of them to run.
FROM node:24.21.0-bookworm@sha256:22553920add6fb1fd909104346924cd30b4b3ac76ca2980f3b8dba8ede3cf945 AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.json ./
COPY contracts/package.json contracts/
COPY bench/package.json bench/
COPY sdk/package.json sdk/tsconfig.json sdk/
COPY react/package.json react/tsconfig.json react/
COPY examples/vite-react/package.json examples/vite-react/
COPY web/package.json web/tsconfig.json web/vite.config.ts web/
COPY web/api-types/package.json web/api-types/
COPY server/package.json server/
COPY devnet/package.json devnet/
COPY keccak/package.json keccak/
RUN npm ci --ignore-scripts
COPY contracts/artifacts contracts/artifacts
COPY contracts/typed-data.ts contracts/
COPY devnet/artifacts devnet/artifacts
COPY devnet/src devnet/src
COPY keccak/src keccak/src
COPY scripts scripts
COPY server/current-build.js server/
COPY server/scripts server/scripts
COPY server/src server/src
COPY sdk/scripts sdk/scripts
COPY sdk/src sdk/src
COPY react/scripts react/scripts
COPY react/src react/src
COPY web/icons web/icons
COPY web/messages web/messages
COPY web/push-worker.js web/
COPY web/scripts web/scripts
COPY web/src web/src
# The guide.
COPY README.md ARCHITECTURE.md CHANGELOG.md CONTRIBUTING.md SECURITY.md ./
COPY contracts/README.md contracts/
COPY devnet/README.md devnet/
COPY keccak/README.md keccak/
COPY bench/README.md bench/
COPY docs docs
RUN node scripts/build.js

FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072
WORKDIR /app
COPY --from=dependencies /libraries ./
COPY server/byname.js server/current-build.js server/package.json server/
COPY --from=build /app/server/dist server/dist
COPY --from=build /app/web/dist web/dist
RUN mkdir -p /data node_modules/.cache/byname && chown 1000:1000 /data node_modules/.cache/byname \
  && chmod 755 server/byname.js && ln -s /app/server/byname.js /usr/local/bin/byname
USER 1000:1000
# What a start compiles is kept for the next ones, which cannot write it.
RUN node server/byname.js --help
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=4", "server/byname.js"]
CMD ["serve"]

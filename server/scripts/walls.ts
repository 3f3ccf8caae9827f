/**
 * Rooms, which are files and folders of `server/src`, and the rooms that they may import; after a bar those of which they may
 * import types only. A file belongs to the most specific room.
 */
export const roomRules = `
async crypto errors is-object s3-client version:
acme: acme/authority-error async | model
acme/authority-error:
ens: crypto errors
regular-file: errors
appearance:
gateway: crypto ens errors
frozen: crypto ens errors
signing: async crypto errors gateway | config
payments/rules: crypto errors | model
payments/settlement: crypto ens errors payments/rules rpc | model
payments/store: model store
payments: async core errors model payments/rules payments/settlement payments/store store | config payments/payments
payments/http: async crypto errors http payments payments/http/description payments/rules | model payments/payments
payments/http/description: crypto payments/rules | model
payments/payments: | core model
payments/open-payments: async core payments payments/http payments/settlement | config payments/payments rpc store
webhook: | model
alert/target:
alert: alert/target webhook | model
escape-html:
notice: escape-html | model
mail: async mail/mail-error
mail/mail-error:
push: push/push-error rpc
push/push-error:
policy: crypto ens errors | async model
model/note-limits:
model: crypto ens errors model/note-limits | gateway
config: alert/target crypto ens errors | model
rpc: async crypto ens errors is-object
ccip: async crypto ens errors is-object rpc
chain: async ccip crypto ens errors is-object rpc | gateway
listings: ens is-object model/note-limits
media: async errors s3-client
store: async crypto ens errors model model/note-limits regular-file | gateway
backups: async errors regular-file s3-client store
anchor: async backups chain crypto ens errors frozen model regular-file rpc s3-client signing store | config
core: acme/authority-error alert alert/target async ccip chain crypto ens errors frozen gateway is-object listings mail/mail-error model model/note-limits notice policy push/push-error rpc store webhook | acme config mail media payments/payments push signing
observability: async core ens errors is-object model | config rpc
http: async core crypto ens errors escape-html gateway is-object listings media model model/note-limits payments/http/description version | config context payments/payments
http/documents: appearance async core ens errors escape-html http model | context
facades/namespace facades/namestone: core crypto ens errors http | context model
mcp: ens errors listings model version
mcp/handler: mcp
mcp/mount: async core errors http is-object mcp mcp/handler
app: errors facades/namespace facades/namestone http http/documents mcp/mount | context
context: acme anchor async backups chain config core gateway http mail media model observability payments/open-payments push rpc signing store version
job: async errors | context
jobs: anchor core job model | alert/target context payments/payments
listen: config errors observability | context http
server: app http job jobs listen | context
regional-gateway: async core errors http job listen observability rpc signing store | config
cluster: errors is-object
sandbox: config context core crypto ens errors job jobs model server | listen
commands: alert/target anchor async backups ccip chain cluster config context core crypto ens errors frozen gateway http is-object listen listings mcp model observability regional-gateway regular-file rpc sandbox server signing store version
main: commands
`

/** Libraries, and the rooms that alone may import them; after a bar those that may import types only. */
export const libraryRules = `
kysely: store payments/store
pg node:sqlite: store
node:worker_threads: store media
cookie find-my-way: http
fastify @fastify: http app observability | cluster commands context mcp regional-gateway signing
@modelcontextprotocol: mcp commands
mppx @x402: payments/http/offers payments/http/read-credential payments/http/responses
@aws-sdk: anchor backups media s3-client signing
age-encryption: backups
sharp @resvg bidi-js harfbuzzjs woff2-encoder: media
prom-client: observability
undici: rpc
node:dns: commands rpc
secp256k1 @noble: crypto
@ensdomains @adraffy/ens-normalize unhomoglyph: ens
obscenity: policy
nodemailer: mail
acme-client: acme
culori: appearance
@byname/devnet: sandbox commands
@byname/keccak: anchor chain crypto ens frozen gateway
@byname/sdk: commands
ora papaparse: commands
node:fs node:http node:https: anchor backups commands http mcp media observability regular-file rpc sandbox signing store
node:net: backups commands http listen mcp media observability regular-file rpc sandbox signing store
`

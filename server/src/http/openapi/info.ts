/** What holds for all operations; CommonMark. */
export const description = `Registry and resolution service for offchain ENS subnames.

## Envelope

Every JSON answer has the same form, except those of the gateway, of \`/.well-known/x402.json\` and of status 402:

\`\`\`json
{ "statusCode": 200, "result": { "data": { "count": 1024 }, "error": null } }
\`\`\`

\`statusCode\` is the HTTP status (for uploads 200, with status 201). One of \`data\` and \`error\` is null.

## Errors

\`error\` is \`<Name>: <sentence>\`. The name is stable; the sentence is for people and may change. Each operation lists
the names of each status, with an example of each. Besides those, every request may be answered 408, 414 or 431 when it is
too slow or too large, and 405 for a method that its path does not have. 429 and 503 have \`Retry-After\`.

## Credentials

- **API key**: the header \`x-api-key\`. A key belongs to a workspace and has scopes: \`names:write\` issues and revokes
  subnames, \`domains:write\` onboards and changes domains, \`admin\` does everything everywhere.
- **Signature**: the headers \`x-address\`, \`x-message\` and \`x-signature\`. The message is a Sign-In with Ethereum
  message (EIP-4361) that the address signed (EIP-191, or ERC-1271 and ERC-6492 for contract wallets). It has to be for the
  request's chain, unexpired, and for a site that the domain allows. The signature may stand in the body's field
  \`signature\` instead, where the body has one.
- **Payment**: only for \`GET /ens/v2/resolve\` without an RPC URL, by x402 or MPP.

## Limits

Requests are limited for each API key and each client address. \`RateLimit-Policy\` has the limits that a request counts
towards and \`RateLimit\` what they leave (draft-ietf-httpapi-ratelimit-headers-10). A body has at most 512 KiB, an uploaded
file 5 MiB.

## Versions

\`/ens/v1\` and \`/ens/v2\` are two forms of one interface, which existing clients use: v1 names the subname in the body,
v2 in the path, with the \`holder\` in its records. \`/byname/v1\` has operations that neither of them has. Both forms act on
the same data; new fields may be added to answers.`

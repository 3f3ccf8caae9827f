import { createServer } from 'node:http'

/** A node:http server with a constant response. Argument: bytes of the response. */
const body = Buffer.alloc(Number(process.argv[2]), '0')
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
  response.end(body)
})
server.listen({ host: '127.0.0.1', port: 0 }, () => {
  const address = server.address()
  if (address && typeof address === 'object') console.log(`It listens on http://127.0.0.1:${address.port}`)
})

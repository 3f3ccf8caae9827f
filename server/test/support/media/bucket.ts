import S3rver from '@20minutes/s3rver'

/** Starts an S3 server with a public bucket. */
export function startBucket(directory: string, port = 0) {
  return startServer(directory, { port, name: 'avatars', allowMismatchedSignatures: false })
}

/** Starts one for backups. It takes the path of lists for another one when it compares their signatures. */
export function startBackupBucket(directory: string) {
  return startServer(directory, { port: 0, name: 'backups', allowMismatchedSignatures: true })
}

/** Starts one whose objects apps in browsers may read, as a host of files is set up. */
export function startFileBucket(directory: string) {
  const cors =
    '<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod></CORSRule></CORSConfiguration>'
  return startServer(directory, { port: 0, name: 'zones', allowMismatchedSignatures: false, configs: [cors] })
}

interface ServerOptions {
  readonly port: number
  readonly name: string
  readonly allowMismatchedSignatures: boolean
  readonly configs?: readonly string[]
}

async function startServer(
  directory: string,
  { port, name, allowMismatchedSignatures, configs = [] }: ServerOptions,
) {
  const server = new S3rver({
    address: '127.0.0.1',
    port,
    directory,
    silent: true,
    allowMismatchedSignatures,
    configureBuckets: [{ name, configs }],
  })
  const address = await server.run()
  return { port: address.port, url: `http://127.0.0.1:${address.port}`, stop: () => server.close() }
}

/** Settings of a service that stores images in it. */
export function bucketSettings(url: string, changes: Readonly<Record<string, string>> = {}) {
  return {
    MEDIA_BUCKET: 'avatars',
    MEDIA_ENDPOINT: url,
    MEDIA_PUBLIC_URL: `${url}/avatars/`,
    MEDIA_ACCESS_KEY_ID: 'S3RVER',
    MEDIA_SECRET_ACCESS_KEY: 'S3RVER',
    ...changes,
  }
}

/** Settings of a service whose backups go into it. */
export function backupSettings(url: string, recipient: string) {
  return {
    BACKUP_TARGET: 's3://backups/names',
    BACKUP_ENDPOINT: url,
    BACKUP_ACCESS_KEY_ID: 'S3RVER',
    BACKUP_SECRET_ACCESS_KEY: 'S3RVER',
    BACKUP_RECIPIENT: recipient,
  }
}

import S3rver from '@20minutes/s3rver'

/** Starts an S3 server with a public bucket. */
export async function startBucket(directory: string, port = 0) {
  const server = new S3rver({
    address: '127.0.0.1',
    port,
    directory,
    silent: true,
    configureBuckets: [{ name: 'avatars' }],
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

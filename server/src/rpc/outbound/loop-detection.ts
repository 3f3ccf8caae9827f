/** The name of this software's services in the header `CDN-Loop` (RFC 8586) of each outbound request. */
export const cdnLoopId = 'byname'

/** Whether a request was sent by a service of this software, by its header `CDN-Loop`: a list of names with parameters. */
export function isLoop(cdnLoop: string | undefined): boolean {
  return (
    cdnLoop?.split(',').some((item) => item.split(';', 1)[0]?.trim().toLowerCase() === cdnLoopId) ?? false
  )
}

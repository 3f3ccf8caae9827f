/** By the type of `statfs` on Linux (`linux/magic.h` and statfs(2)). */
const namesByType: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB2'],
  [0x01021997, '9p'],
  [0x65735546, 'FUSE'],
  [0x5346414f, 'AFS'],
  [0x73757245, 'Coda'],
  [0x00c36400, 'Ceph'],
  [0x0bd00bd0, 'Lustre'],
  [0x786f4256, 'VirtualBox shared folder'],
])

/** The file system of a `statfs` type if it is remote or shared, so that memory maps and locks may not work. */
export function networkFileSystemName(type: number): string | undefined {
  // Some types are negative as signed 32-bit numbers.
  return namesByType.get(type >>> 0)
}

/** SQLite's write-ahead log needs shared memory between the processes that use the file (sqlite.org/wal.html). */
export function networkFileSystemAdvice(fileSystem: string): string {
  return (
    `The SQLite database is on a network or user-space file system (${fileSystem}), where its write-ahead log ` +
    'may lose or corrupt data: move DATA_DIR to a local disk, or use PostgreSQL.'
  )
}

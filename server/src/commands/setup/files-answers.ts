import { type AnchorTarget, anchorVariables } from '../../config/anchor-variables.ts'
import type { Settings } from './settings-file.ts'

/** Where names are published as files, and by which URLs. */
export interface FilesAnswers {
  /** As `ANCHOR_TARGETS`. */
  readonly targets: string
  /** Of them, those of this machine. */
  readonly folders: readonly string[]
  /** S3-compatible. Undefined: none is among them. */
  readonly bucket: FilesBucket | undefined
}

interface FilesBucket {
  /** Undefined: AWS. */
  readonly endpoint: string | undefined
  readonly region: string
  readonly accessKeyId: string
  /** Secret. */
  readonly secretAccessKey: string
}

export const filesQuestions = [
  'files',
  'files-endpoint',
  'files-region',
  'files-key-id',
  'files-secret',
] as const

/** As they were given. */
type FilesTexts = Readonly<Partial<Record<(typeof filesQuestions)[number], string>>>

/** Of an answer that was checked. */
export function targetsOf(value: string): readonly AnchorTarget[] {
  return anchorVariables.ANCHOR_TARGETS.parse(value)
}

/** Undefined: none. */
export function filesOf(given: FilesTexts): FilesAnswers | undefined {
  const { files } = given
  if (files === undefined || files === 'none' || files === '') return undefined
  const targets = targetsOf(files)
  const endpoint = given['files-endpoint']
  return {
    targets: files,
    folders: targets.flatMap(({ place }) => (place.startsWith('/') ? [place] : [])),
    bucket: targets.some(({ place }) => place.startsWith('s3:'))
      ? {
          endpoint: endpoint === 'aws' ? undefined : endpoint,
          region: given['files-region'] ?? 'us-east-1',
          accessKeyId: given['files-key-id'] ?? '',
          secretAccessKey: given['files-secret'] ?? '',
        }
      : undefined,
  }
}

export function filesSettings(files: FilesAnswers | undefined, existing: Settings): Settings {
  if (!files) return existing['ANCHOR_TARGETS'] ? { ANCHOR_TARGETS: '' } : {}
  const { targets, bucket } = files
  return {
    ANCHOR_TARGETS: targets,
    ...(bucket && {
      ...(bucket.endpoint && { ANCHOR_ENDPOINT: bucket.endpoint }),
      ANCHOR_REGION: bucket.region,
      ANCHOR_ACCESS_KEY_ID: bucket.accessKeyId,
      ANCHOR_SECRET_ACCESS_KEY: bucket.secretAccessKey,
    }),
  }
}

/** Lets the service write to the folders of files: its unit may write to its own alone. */
export function filesDropIn({ folders }: FilesAnswers): string {
  return `# Written by "byname setup": the folders of ANCHOR_TARGETS.\n[Service]\nReadWritePaths=${folders.map((folder) => `-${folder}`).join(' ')}\n`
}

import type { ChainId } from '../../ens/chains.ts'
import type { EnsName } from '../../ens/names.ts'
import type { Records } from '../../ens/stored-records.ts'
import { AppError } from '../../errors.ts'
import { findImageBytes, imageNamesIn, touchImages } from '../../store/entities/images.ts'
import type { Queryable } from '../../store/tables.ts'
import type { CoreContext } from '../context.ts'
import { imagePresets } from './read.ts'
import { admitImage } from './unused-images.ts'

/** An image that this service stores, and the text record whose value is its URL. */
export interface RecordImage {
  /** Of the text record. */
  readonly key: string
  /** SHA-256 of its content, and the type. */
  readonly file: string
  readonly bytes: number
}

/** The file of an URL of a stored image, at whichever place: its name is its content. */
function imageFileOf(value: string): string | undefined {
  const [file] = imageNamesIn(value)
  return file !== undefined && /^https?:\/\//.test(value) && value.endsWith(`/${file}`) ? file : undefined
}

/** For each of the records, those of its images that this service stores, in the order of its texts. */
export async function findRecordImages(
  db: Queryable,
  records: readonly Pick<Records, 'texts'>[],
): Promise<readonly (readonly RecordImage[])[]> {
  const named = records.map(({ texts }) =>
    texts.flatMap(({ key, value }) => {
      const file = imageFileOf(value)
      return file === undefined ? [] : [{ key, file }]
    }),
  )
  const files = new Set(named.flat().map(({ file }) => file))
  if (files.size === 0) return named.map(() => [])
  const stored = await findImageBytes(db, [...files])
  return named.map((images) =>
    images.flatMap(({ key, file }) => {
      const bytes = stored.get(file)
      return bytes === undefined ? [] : [{ key, file, bytes }]
    }),
  )
}

interface AdoptImage {
  /** The name or domain whose record will have the URL. */
  readonly owner: { readonly chainId: ChainId; readonly name: EnsName }
  readonly file: string
  /** Of the file; undefined where it is absent. Not called for an image that is stored here. */
  readonly read: () => Promise<Uint8Array | undefined>
  /** Finds the URL without storing anything. */
  readonly isDryRun: boolean
}

/** Every image that is stored fits it. */
const adoptedBounds = { width: imagePresets.banner.width, height: imagePresets.avatar.height }

/** Of commands, whose caller runs the service. */
const unlimited = { assertRemaining: () => undefined, spend: () => undefined }

/**
 * Stores an image of another place here, and returns its URL, relative where this service serves it.
 *
 * @throws AppError `NotFoundException` without the file; those of an upload.
 */
export async function adoptImage(
  context: CoreContext,
  { owner: { chainId, name: owner }, file, read, isDryRun }: AdoptImage,
): Promise<string> {
  const { store, media, clock } = context
  const known = await findImageBytes(store.db, [file])
  const url = known.has(file) ? await media.find(file) : undefined
  if (url !== undefined && (isDryRun || (await touchImages(store.db, [file], clock())))) return url
  const bytes = await read()
  if (!bytes) throw new AppError('NotFoundException', 'There is no such file.')
  return media.adopt(bytes, adoptedBounds, {
    quota: unlimited,
    ...(!isDryRun && { admit: (image) => admitImage(context, { ...image, chainId, owner }) }),
  })
}

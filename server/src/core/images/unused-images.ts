import { AppError } from '../../errors.ts'
import type { AdmittedImage } from '../../media/open-media.ts'
import {
  abandonImage,
  beginImageDeletion,
  countImages,
  findNamedImages,
  findUnusedImages,
  type NewImage,
  postponeImageDeletion,
  registerImage,
  removeImage,
  touchImages,
} from '../../store/entities/images.ts'
import { findHold } from '../../store/entities/settings.ts'
import type { CoreContext } from '../context.ts'

/** An upload that no record names is deleted after it. */
export const unusedImageGraceMs = 7 * 86_400_000

/** Of one name or domain. */
export const maxImagesPerName = 50

/** A deletion, or an upload, that takes longer has been interrupted. */
const interruptionMs = 600_000

const imagesPerPass = 5_000

/** Whether images are named is found by reading all records, so images wait for each other. */
const batchMs = 43_200_000

/**
 * Before the file is stored, so that each file has a row. Until `confirm` it counts as nearly unused: after an upload that was
 * interrupted, its place is free half a day later.
 *
 * @throws AppError `LimitReachedException` above `maxImagesPerName`; `ServiceUnavailableException` while the same image is being
 * deleted.
 */
export async function admitImage(
  { store, clock }: CoreContext,
  upload: Omit<NewImage, 'usedAt'>,
): Promise<AdmittedImage> {
  const unusedSince = clock() - unusedImageGraceMs
  const image = { ...upload, usedAt: unusedSince + interruptionMs }
  const turns = store.inTurn(`images of ${image.chainId} ${image.owner}`)
  return turns.plainTransaction(async (tx) => {
    const stored = await countImages(tx, image)
    const outcome = await registerImage(tx, image)
    if (outcome === 'deleting') throw beingDeleted()
    if (outcome === 'new' && stored >= maxImagesPerName)
      throw new AppError(
        'LimitReachedException',
        `${maxImagesPerName} images of ${image.owner} are stored. Those that no record names are deleted after 7 days.`,
      )
    return {
      confirm: async () => {
        if (!(await turns.plainTransaction((tx) => touchImages(tx, [image.name], clock()))))
          throw beingDeleted()
      },
      giveBack: async () => {
        if (outcome === 'new') await turns.plainTransaction((tx) => abandonImage(tx, image, unusedSince))
      },
    }
  })
}

function beingDeleted() {
  return new AppError('ServiceUnavailableException', 'The same image is being deleted. Retry in 1 second.')
}

/**
 * Deletes uploads that have been unused for `unusedImageGraceMs` and that no record names, and returns their number; they may
 * stay half a day longer. A record that is written meanwhile marks its images as used, and the row decides between both.
 * What the storage does not delete is tried again half a day later; while it is unavailable, all others too.
 *
 * Not in a restored copy that is held: the original may use the same folder or bucket, and name images that the copy does not.
 *
 * Removes what interrupted uploads have left in the folder, too.
 *
 * @throws the first error of the storage, after the pass.
 */
export async function deleteUnusedImages({ store, clock, media }: CoreContext): Promise<number> {
  const now = clock()
  const { db } = store
  if (await findHold(db)) return 0
  const unused = await findUnusedImages(db, { before: now - unusedImageGraceMs, limit: imagesPerPass })
  const candidates = unused.filter(
    ({ deletingAt }) => deletingAt === null || deletingAt < now - interruptionMs,
  )
  const [oldest] = candidates
  if (!oldest || oldest.usedAt > now - unusedImageGraceMs - batchMs) return 0
  const named = await findNamedImages(db, new Set(candidates.map(({ name }) => name)))
  if (named.size > 0) await touchImages(db, [...named], now)
  const unnamed = candidates.filter(({ name }) => !named.has(name))
  const failures: unknown[] = []
  let deleted = 0
  for (const [index, image] of unnamed.entries()) {
    if (!(await beginImageDeletion(db, image, now))) continue
    try {
      await media.delete(image.name)
    } catch (error) {
      failures.push(error)
      await postponeImageDeletion(db, image.name, now - unusedImageGraceMs)
      if (!(error instanceof AppError)) continue
      const rest = unnamed.slice(index + 1).map(({ name }) => name)
      if (rest.length > 0) await touchImages(db, rest, now - unusedImageGraceMs)
      break
    }
    await removeImage(db, image.name)
    deleted += 1
  }
  await media.deleteUnfinished(now - interruptionMs)
  if (failures.length > 0) throw failures[0]
  return deleted
}

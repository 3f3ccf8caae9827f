import { AppError } from '../../errors.ts'
import type { OpenedImage } from '../../media/folder.ts'
import type { CoreContext } from '../context.ts'

/** @throws AppError `NotFoundException`. */
export async function openImage(context: CoreContext, name: string): Promise<OpenedImage> {
  const image = await context.media.open(name)
  if (image) return image
  throw new AppError('NotFoundException', 'There is no such image.')
}

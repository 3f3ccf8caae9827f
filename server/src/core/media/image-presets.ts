import type { Bounds } from '../../media/image.ts'

export const imagePresets = {
  avatar: { width: 512, height: 512 },
  banner: { width: 1500, height: 500 },
} as const satisfies Record<string, Bounds>

export type ImagePreset = keyof typeof imagePresets

/** ENSIP-12, ENSIP-18. */
export const textKeyOfPreset = { avatar: 'avatar', banner: 'header' } as const satisfies Record<
  ImagePreset,
  string
>

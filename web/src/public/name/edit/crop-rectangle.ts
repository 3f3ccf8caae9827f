interface Crop {
  /** Width by height. */
  readonly aspect: number
  /** 1: as much of the picture as fits. */
  readonly zoom: number
  /** From 0 to 1 of the picture. */
  readonly center: readonly [number, number]
}

/** The part of a picture that is shown, always inside of it. */
export function cropRectangle(
  picture: { readonly width: number; readonly height: number },
  { aspect, zoom, center }: Crop,
) {
  const width = Math.min(picture.width, picture.height * aspect) / zoom
  const height = width / aspect
  return {
    x: within(center[0] * picture.width - width / 2, picture.width - width),
    y: within(center[1] * picture.height - height / 2, picture.height - height),
    width,
    height,
  }
}

function within(value: number, max: number): number {
  return Math.min(max, Math.max(0, value))
}

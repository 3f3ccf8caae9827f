import * as hb from 'harfbuzzjs'

/** `a b c d e f` of SVG: x' = a·x + c·y + e, y' = b·x + d·y + f. */
type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

const identity: Matrix = [1, 0, 0, 1, 0, 0]

interface Clip {
  /** Of a glyph; undefined for a rectangle, which is the bounds of the whole glyph. */
  readonly path: string | undefined
  /** How many transforms came before it. */
  readonly depth: number
}

/** What one glyph is drawn with. */
interface Drawing {
  readonly transforms: Matrix[]
  readonly clips: Clip[]
  /** SVG, of the innermost group last. */
  readonly groups: string[][]
  readonly nextId: () => string
}

const blendModes: ReadonlyMap<hb.PaintCompositeMode, string> = new Map([
  [hb.PaintCompositeMode.SCREEN, 'screen'],
  [hb.PaintCompositeMode.OVERLAY, 'overlay'],
  [hb.PaintCompositeMode.SOFT_LIGHT, 'soft-light'],
  [hb.PaintCompositeMode.HARD_LIGHT, 'hard-light'],
  [hb.PaintCompositeMode.MULTIPLY, 'multiply'],
])

/**
 * Draws glyphs of a colour font (COLRv1) as SVG, in the units of the font with the y axis upwards. `nextId` gives the ids of the
 * whole document.
 */
export function colorPainter(nextId: () => string): (font: hb.Font, glyph: number) => string {
  const painter = createPaintFuncs()
  return (font, glyph) => {
    const drawing: Drawing = { transforms: [], clips: [], groups: [[]], nextId }
    font.paintGlyph(glyph, painter, drawing, 0, { red: 0, green: 0, blue: 0, alpha: 255 })
    return drawing.groups.flat().join('')
  }
}

/** Safe: HarfBuzz passes on what `paintGlyph` gets. */
function asDrawing(data: unknown): Drawing {
  return data as Drawing
}

function createPaintFuncs(): hb.PaintFuncs {
  const funcs = new hb.PaintFuncs()
  funcs.setPushTransformFunc((xx, yx, xy, yy, dx, dy, data) => {
    asDrawing(data).transforms.push([xx, yx, xy, yy, dx, dy])
  })
  funcs.setPopTransformFunc((data) => void asDrawing(data).transforms.pop())
  funcs.setPushClipGlyphFunc((glyph, font, data) => {
    const { clips, transforms } = asDrawing(data)
    clips.push({ path: font.glyphToPath(glyph), depth: transforms.length })
  })
  funcs.setPushClipRectangleFunc((_x0, _y0, _x1, _y1, data) => {
    const { clips, transforms } = asDrawing(data)
    clips.push({ path: undefined, depth: transforms.length })
  })
  funcs.setPopClipFunc((data) => void asDrawing(data).clips.pop())
  funcs.setColorFunc((_isForeground, color, data) => fill(asDrawing(data), () => paintOf(color)))
  funcs.setLinearGradientFunc(({ extend, colorStops }, x0, y0, x1, y1, x2, y2, data) => {
    const [x, y] = perpendicularEnd([x0, y0], [x1, y1], [x2, y2])
    const shape = `x1="${num(x0)}" y1="${num(y0)}" x2="${num(x)}" y2="${num(y)}"`
    fillWithGradient(asDrawing(data), 'linearGradient', shape, extend, colorStops)
  })
  funcs.setRadialGradientFunc(({ extend, colorStops }, x0, y0, r0, x1, y1, r1, data) => {
    const shape = `fx="${num(x0)}" fy="${num(y0)}" fr="${num(r0)}" cx="${num(x1)}" cy="${num(y1)}" r="${num(r1)}"`
    fillWithGradient(asDrawing(data), 'radialGradient', shape, extend, colorStops)
  })
  funcs.setPushGroupFunc((data) => void asDrawing(data).groups.push([]))
  funcs.setPopGroupFunc((mode, data) => popGroup(asDrawing(data), mode))
  return funcs
}

/** COLRv1 rotates a gradient by its third point; SVG has two, perpendicular to the colours. */
function perpendicularEnd(
  [x0, y0]: readonly [number, number],
  [x1, y1]: readonly [number, number],
  [x2, y2]: readonly [number, number],
): readonly [number, number] {
  const [qx, qy] = [x2 - x0, y2 - y0]
  const squared = qx * qx + qy * qy
  if (squared === 0) return [x1, y1]
  const along = ((x1 - x0) * qx + (y1 - y0) * qy) / squared
  return [x1 - along * qx, y1 - along * qy]
}

const spreads: ReadonlyMap<hb.PaintExtend, string> = new Map([
  [hb.PaintExtend.PAD, 'pad'],
  [hb.PaintExtend.REPEAT, 'repeat'],
  [hb.PaintExtend.REFLECT, 'reflect'],
])

function fillWithGradient(
  drawing: Drawing,
  element: 'linearGradient' | 'radialGradient',
  shape: string,
  extend: hb.PaintExtend,
  colorStops: readonly hb.ColorStop[],
): void {
  const stops = colorStops
    .toSorted((one, other) => one.offset - other.offset)
    .map(
      ({ offset, color }) =>
        `<stop offset="${num(offset)}" stop-color="${rgb(color)}" stop-opacity="${num(color.alpha / 255)}"/>`,
    )
  fill(drawing, (transform) => {
    const id = drawing.nextId()
    const units = `gradientUnits="userSpaceOnUse" spreadMethod="${spreads.get(extend) ?? 'pad'}"`
    drawing.groups
      .at(-1)
      ?.push(
        `<${element} id="${id}" ${shape} ${units} gradientTransform="${matrix(transform)}">${stops.join('')}</${element}>`,
      )
    return `fill="url(#${id})"`
  })
}

/** Fills the innermost glyph; what was transformed after it is the paint only. */
function fill({ transforms, clips, groups }: Drawing, paint: (transform: Matrix) => string): void {
  const clip = clips.at(-1)
  if (clip?.path === undefined) return
  const [outer, inner] = [transforms.slice(0, clip.depth), transforms.slice(clip.depth)]
  const fillAttributes = paint(inner.reduce(multiply, identity))
  groups
    .at(-1)
    ?.push(
      `<path transform="${matrix(outer.reduce(multiply, identity))}" d="${clip.path}" ${fillAttributes}/>`,
    )
}

/** Composes a group with the one below it. */
function popGroup({ groups, nextId }: Drawing, mode: hb.PaintCompositeMode): void {
  const source = groups.pop() ?? []
  const target = groups.at(-1)
  if (!target) return
  if (mode === hb.PaintCompositeMode.SRC_IN) {
    const id = nextId()
    const backdrop = target.splice(0)
    target.push(
      `<mask id="${id}" mask-type="alpha" maskUnits="userSpaceOnUse" x="-4096" y="-4096" width="12288" height="12288">${backdrop.join('')}</mask>`,
      `<g mask="url(#${id})">${source.join('')}</g>`,
    )
    return
  }
  const blend = blendModes.get(mode)
  if (blend === undefined) target.push(...source)
  else target.push(`<g style="mix-blend-mode:${blend}">${source.join('')}</g>`)
}

function paintOf(color: hb.Color): string {
  return `fill="${rgb(color)}"${color.alpha < 255 ? ` fill-opacity="${num(color.alpha / 255)}"` : ''}`
}

function rgb({ red, green, blue }: hb.Color): string {
  return `#${[red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

function multiply([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f]
}

function matrix(values: Matrix): string {
  return `matrix(${values.map(num).join(' ')})`
}

function num(value: number): string {
  return `${Math.round(value * 1e4) / 1e4}`
}

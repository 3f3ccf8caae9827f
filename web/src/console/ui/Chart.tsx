import { useEffect, useRef, useState } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { formatCount } from '../../ui/format-number.ts'

export interface ChartSeries {
  readonly title: string
  /** A colour of the tokens, such as `--accent`. */
  readonly color: string
  readonly values: readonly (number | null)[]
}

interface ChartProps {
  /** What it shows, for screen readers, with its most important number. */
  readonly label: string
  /** Seconds of the epoch, ascending. */
  readonly times: readonly number[]
  readonly series: readonly ChartSeries[]
}

const height = 172

/**
 * Lines over time, in the colours of the theme; where there is no value, a gap. The pointer, a finger or the
 * arrow keys choose a moment, whose values the legend shows: at first the newest. A chunk of its own: load it lazily.
 */
export function Chart({ label, times, series }: ChartProps) {
  const place = useRef<HTMLDivElement>(null)
  const plotted = useRef<uPlot>(undefined)
  const [chosen, setChosen] = useState<number>()
  const last = times.length - 1
  const isEmpty = series.every(({ values }) => values.every((value) => value === null))
  useEffect(() => {
    const element = place.current
    if (!element || isEmpty) return
    const begin = () => {
      plotted.current?.destroy()
      plotted.current = draw(element, times, series, setChosen)
    }
    begin()
    const resized = new ResizeObserver(() => plotted.current?.setSize({ width: element.clientWidth, height }))
    resized.observe(element)
    const scheme = matchMedia('(prefers-color-scheme: dark)')
    scheme.addEventListener('change', begin)
    const themed = new MutationObserver(begin)
    themed.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      resized.disconnect()
      themed.disconnect()
      scheme.removeEventListener('change', begin)
      plotted.current?.destroy()
      plotted.current = undefined
    }
  }, [times, series, isEmpty])
  if (isEmpty)
    return (
      <p role="img" aria-label={label} className="text-soft grid min-h-45 place-items-center text-sm">
        Nothing was measured in this time.
      </p>
    )
  const shown = Math.min(chosen ?? newestOf(series), last)
  const moment = momentText.format((times[shown] ?? 0) * 1000)
  const readOf = ({ values }: ChartSeries) => {
    const value = values[shown] ?? null
    return value === null ? 'not measured' : formatCount(value)
  }
  const move = (index: number) => {
    const plot = plotted.current
    const at = Math.max(0, Math.min(last, index))
    plot?.setCursor({ left: plot.valToPos(times[at] ?? 0, 'x'), top: 0 })
    setChosen(at)
  }
  return (
    <div className="min-w-0">
      <div
        ref={place}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={shown}
        aria-valuetext={`${moment}: ${series.map((line) => `${line.title} ${readOf(line)}`).join(', ')}`}
        onKeyDown={(event) => {
          const next = nextOf(event.key, shown, last)
          if (next === undefined) return
          event.preventDefault()
          move(next)
        }}
        className="min-w-0 overflow-hidden rounded-sm"
      />
      <p className="text-soft mt-2 flex flex-wrap items-baseline gap-x-4 gap-y-1 text-xs">
        <span>{moment}</span>
        {series.map((line) => (
          <span key={line.title} className="inline-flex items-center gap-1.5">
            <span
              aria-hidden
              className="size-2 shrink-0 rounded-full forced-color-adjust-none"
              style={{ background: `var(${line.color})` }}
            />
            {line.title} <span className="text-ink tabular-nums">{readOf(line)}</span>
          </span>
        ))}
      </p>
    </div>
  )
}

/** Where a line has its newest value. */
function newestOf(series: readonly ChartSeries[]): number {
  return Math.max(0, ...series.map(({ values }) => values.findLastIndex((value) => value !== null)))
}

/** The moment that a key of a slider leads to; undefined for other keys. */
function nextOf(key: string, at: number, last: number): number | undefined {
  const page = Math.max(1, Math.round(last / 10))
  const next: Readonly<Record<string, number>> = {
    ...{ ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1 },
    ...{ PageDown: at - page, PageUp: at + page, Home: 0, End: last },
  }
  return next[key]
}

function draw(
  element: HTMLElement,
  times: readonly number[],
  series: readonly ChartSeries[],
  onMoment: (index: number | undefined) => void,
): uPlot {
  const color = (token: string) => resolveColor(element, token)
  const axis = {
    stroke: color('--soft'),
    font: `12px ${getComputedStyle(element).fontFamily}`,
    grid: { stroke: color('--line'), width: 1 },
    ticks: { show: false },
  }
  return new uPlot(
    {
      width: element.clientWidth,
      height,
      legend: { show: false },
      cursor: { y: false, drag: { x: false } },
      hooks: { setCursor: [({ cursor }) => onMoment(cursor.idx ?? undefined)] },
      scales: { y: { range: (_plot, _min, max) => [0, Math.max(max, 4)] } },
      axes: [
        { ...axis, size: 32, values: (_plot, seconds) => seconds.map(tickOf) },
        { ...axis, size: 48 },
      ],
      series: [
        {},
        ...series.map((line) => ({
          label: line.title,
          stroke: color(line.color),
          width: 1.5,
          ...(series.length === 1 && { fill: color('--accent-soft') }),
          points: { show: false },
        })),
      ],
    },
    [[...times], ...series.map(({ values }) => [...values])],
    element,
  )
}

const hourText = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' })
const dayText = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const momentText = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** In the language and time zone of the browser: a day at its begin, else an hour. */
function tickOf(seconds: number): string {
  const date = new Date(seconds * 1000)
  return (date.getHours() === 0 && date.getMinutes() === 0 ? dayText : hourText).format(date)
}

/** Canvas knows no `light-dark()`. */
function resolveColor(element: HTMLElement, token: string): string {
  const before = element.style.color
  element.style.color = `var(${token})`
  const { color } = getComputedStyle(element)
  element.style.color = before
  return color
}

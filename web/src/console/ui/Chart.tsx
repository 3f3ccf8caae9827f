import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'

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

const height = 180

/** Lines over time, in the colours of the theme; where there is no value, a gap. A chunk of its own: load it lazily. */
export function Chart({ label, times, series }: ChartProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    if (!element) return
    let plot = draw(element, times, series)
    const resized = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }))
    resized.observe(element)
    const redraw = () => {
      plot.destroy()
      plot = draw(element, times, series)
    }
    const scheme = matchMedia('(prefers-color-scheme: dark)')
    scheme.addEventListener('change', redraw)
    const themed = new MutationObserver(redraw)
    themed.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      resized.disconnect()
      themed.disconnect()
      scheme.removeEventListener('change', redraw)
      plot.destroy()
    }
  }, [times, series])
  return <div ref={place} role="img" aria-label={label} className="min-w-0 overflow-hidden" />
}

function draw(element: HTMLElement, times: readonly number[], series: readonly ChartSeries[]): uPlot {
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
      // One line needs none: its title stands above.
      legend: { show: series.length > 1 },
      cursor: { y: false, drag: { x: false } },
      scales: { y: { range: (_plot, _min, max) => [0, Math.max(max, 4)] } },
      axes: [
        { ...axis, values: (_plot, seconds) => seconds.map(tickOf) },
        { ...axis, size: 48 },
      ],
      series: [
        {
          label: 'Time',
          value: (_plot, seconds) => (seconds === null ? '–' : momentText.format(seconds * 1000)),
        },
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

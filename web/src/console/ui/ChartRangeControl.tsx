import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { type ChartRange, chartRanges, parseChartRange } from './chart-ranges.ts'

interface ChartRangeControlProps {
  readonly range: ChartRange
  readonly onChange: (range: ChartRange) => void
}

export function ChartRangeControl({ range, onChange }: ChartRangeControlProps) {
  return (
    <SegmentedControl
      label="Range"
      value={range.id}
      options={chartRanges.map(({ id, title }) => ({ value: id, title }))}
      onChange={(id) => onChange(parseChartRange(id))}
    />
  )
}

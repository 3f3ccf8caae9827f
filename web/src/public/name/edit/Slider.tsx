interface SliderProps {
  readonly title: string
  readonly min: number
  readonly max: number
  readonly value: number
  readonly onChange: (value: number) => void
}

export function Slider({ title, min, max, value, onChange }: SliderProps) {
  return (
    <label className="grid text-sm font-medium">
      {title}
      <input
        type="range"
        min={min}
        max={max}
        step="any"
        value={value}
        onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
        className="accent-accent min-h-8 w-full"
      />
    </label>
  )
}

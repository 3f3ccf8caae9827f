import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { DayPicker } from 'react-day-picker'
import { IconButton } from './Button.tsx'
import { formatDay, isDate, parseDay, toTyped, toValue } from './date-text.ts'
import { Popover } from './Popover.tsx'
import type { FieldAttributes } from './Select.tsx'

interface DateFieldProps extends FieldAttributes {
  /** `2026-12-31`, or with a time `2026-12-31T18:00`; empty: nothing is filled in. */
  readonly value: string
  readonly hasTime?: boolean
  readonly isDisabled?: boolean
  /** Called with such a value only. */
  readonly onChange: (value: string) => void
}

/** A day, or a day and a time: typed, or chosen from a calendar. Where fingers are, the system's own, which is made for them. */
export function DateField({ value, hasTime = false, isDisabled, onChange, ...attributes }: DateFieldProps) {
  const [isCoarse, setIsCoarse] = useState(false)
  useEffect(() => setIsCoarse(matchMedia('(pointer: coarse)').matches), [])
  if (!isCoarse)
    return (
      <TypedDate
        value={value}
        hasTime={hasTime}
        onChange={onChange}
        {...(isDisabled !== undefined && { isDisabled })}
        {...attributes}
      />
    )
  return (
    <input
      type={hasTime ? 'datetime-local' : 'date'}
      value={value}
      disabled={isDisabled}
      className="control"
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      {...attributes}
    />
  )
}

function TypedDate({ value, hasTime = false, isDisabled, onChange, ...attributes }: DateFieldProps) {
  const [text, setText] = useState(toTyped(value))
  const [isOpen, setIsOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const example = hasTime ? '2026-12-31 18:00' : '2026-12-31'
  const isValid = text.trim() === '' || isDate(text, hasTime)
  useEffect(() => {
    input.current?.setCustomValidity(isValid ? '' : `Write it as ${example}.`)
  }, [isValid, example])
  // Changed elsewhere, such as by another response of the service.
  const [last, setLast] = useState(value)
  if (value !== last) {
    setLast(value)
    if (value !== toValue(text)) setText(toTyped(value))
  }
  const change = (typed: string) => {
    setText(typed)
    if (typed.trim() === '' || isDate(typed, hasTime)) onChange(toValue(typed))
  }
  const day = parseDay(text)
  const [, time = '00:00'] = text.trim().split(/[ T]/)
  return (
    <div className="relative">
      <input
        ref={input}
        value={text}
        disabled={isDisabled}
        placeholder={hasTime ? 'YYYY-MM-DD HH:MM' : 'YYYY-MM-DD'}
        autoComplete="off"
        className="control pe-10 tabular-nums"
        onChange={({ currentTarget }) => change(currentTarget.value)}
        {...attributes}
        {...(!isValid && { 'aria-invalid': true })}
      />
      <div className="absolute inset-y-0 end-1 grid place-items-center">
        <Popover
          isOpen={isOpen}
          onOpenChange={setIsOpen}
          align="end"
          label="Calendar"
          className="p-3"
          trigger={
            <IconButton label="Choose from a calendar" size="dense" disabled={isDisabled}>
              <CalendarDays aria-hidden className="text-soft size-4" />
            </IconButton>
          }
        >
          <DayPicker
            mode="single"
            selected={day}
            defaultMonth={day ?? new Date()}
            showOutsideDays
            autoFocus
            classNames={calendarClasses}
            components={{ Chevron }}
            labels={{ labelDayButton: (date) => dayTitle.format(date) }}
            onSelect={(chosen) => {
              if (!chosen) return change('')
              change(hasTime ? `${formatDay(chosen)} ${time}` : formatDay(chosen))
              if (!hasTime) setIsOpen(false)
            }}
          />
          {hasTime && (
            <label className="border-line mt-2 flex items-center justify-between gap-3 border-t pt-3 text-sm font-medium">
              Time
              <input
                key={time}
                defaultValue={time}
                inputMode="numeric"
                disabled={!day}
                maxLength={5}
                className="control w-24 text-center tabular-nums"
                onBlur={({ currentTarget }) => {
                  if (day && isDate(`${formatDay(day)} ${currentTarget.value}`, true))
                    change(`${formatDay(day)} ${currentTarget.value}`)
                  else currentTarget.value = time
                }}
              />
            </label>
          )}
        </Popover>
      </div>
    </div>
  )
}

/** Begins with what is seen of it. */
const dayTitle = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })

function Chevron({ orientation = 'left' }: { readonly orientation?: 'up' | 'down' | 'left' | 'right' }) {
  const Drawing = orientation === 'left' ? ChevronLeft : ChevronRight
  return <Drawing aria-hidden className="size-4 rtl:-scale-x-100" />
}

const navigationShape = 'hover:bg-hover text-soft grid size-8 place-items-center rounded-sm'

const calendarClasses = {
  root: 'w-max',
  months: 'relative',
  month_caption: 'flex h-8 items-center px-2 text-sm font-semibold',
  nav: 'absolute end-0 top-0 flex gap-1',
  button_previous: navigationShape,
  button_next: navigationShape,
  month_grid: 'mt-2 border-collapse',
  weekday: 'text-faint size-9 text-xs font-medium',
  day: 'size-9 p-0 text-center text-sm',
  day_button:
    'hover:bg-hover size-9 rounded-sm tabular-nums transition-colors in-data-selected:bg-accent in-data-selected:text-on-accent in-data-selected:font-semibold forced-colors:in-data-selected:outline-2',
  today: 'text-accent-text font-semibold',
  outside: 'text-faint',
} as const

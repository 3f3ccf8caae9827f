import { useEffect, useState } from 'react'
import { currentLanguage } from '../text/messages.ts'

interface TimeProps {
  readonly iso: string
  /** Without the time of the day. */
  readonly isDay?: boolean
}

/** In the language and time zone of the visitor, once the script runs; in UTC before. */
export function Time({ iso, isDay = false }: TimeProps) {
  const [text, setText] = useState(isDay ? iso.slice(0, 10) : `${iso.slice(0, 16).replace('T', ' ')} UTC`)
  useEffect(() => {
    const format = new Intl.DateTimeFormat(timeLocale(), {
      dateStyle: 'long',
      ...(!isDay && { timeStyle: 'short' }),
    })
    setText(format.format(new Date(iso)))
  }, [iso, isDay])
  return <time dateTime={iso}>{text}</time>
}

/** With the habits of the visitor's country, where it speaks the language of the page. */
function timeLocale(): string {
  const language = currentLanguage()
  return navigator.languages.find((locale) => locale.split('-')[0] === language) ?? language
}

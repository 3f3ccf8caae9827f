interface OwnerWordsProps {
  readonly text: string
  /** Of what opens the rest. */
  readonly more: string
  readonly className?: string
}

/** Of a community. What is longer begins with four lines, so that what follows is in the view of a phone. Opens without a script. */
export function OwnerWords({ text, more, className = '' }: OwnerWordsProps) {
  const words = <span dir="auto">{text}</span>
  return text.length > 220 ? (
    <details className={`owner-words ${className}`}>
      <summary data-more={more}>{words}</summary>
    </details>
  ) : (
    <p className={`owner-words ${className}`}>{words}</p>
  )
}

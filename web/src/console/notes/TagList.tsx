import { Badge } from '../../ui/Badge.tsx'

interface TagListProps {
  readonly tags: readonly string[]
  /** The others are a number. Absent: all are shown. */
  readonly max?: number
}

/** Tags as chips, not in the colour of selected rows; what does not fit is in the title. */
export function TagList({ tags, max = tags.length }: TagListProps) {
  const others = tags.slice(max)
  return (
    <span title={tags.join(', ')} className="flex min-w-0 items-center gap-1">
      {tags.slice(0, max).map((tag) => (
        <Badge key={tag} className="min-w-0 max-w-32 shrink">
          <bdi className="truncate">{tag}</bdi>
        </Badge>
      ))}
      {others.length > 0 && (
        <Badge className="shrink-0">
          +{others.length}
          <span className="sr-only"> more: {others.join(', ')}</span>
        </Badge>
      )}
    </span>
  )
}

import { useState } from 'react'
import { samePath } from './same-path.ts'

/** Keeps its place when the image is missing, so that nothing jumps. */
export function Banner({ src }: { readonly src: string | null }) {
  const [hasFailed, setHasFailed] = useState(false)
  return (
    <div className="bg-raised aspect-[3/1] overflow-hidden rounded">
      {src !== null && !hasFailed && (
        <img
          src={samePath(src)}
          alt=""
          className="size-full object-cover"
          onError={() => setHasFailed(true)}
        />
      )}
    </div>
  )
}

import { api, unwrap } from '../../api/client.ts'
import { fileBody } from '../../api/file-body.ts'
import { ApiCall } from '../ui/ApiCall.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { UploadInput } from '../ui/UploadInput.tsx'
import { useSave } from '../ui/use-save.ts'

const path = '/ens/v1/ens/upload-to-cdn'

interface ImageUploadProps {
  readonly ensId: string
  readonly preset: 'avatar' | 'banner'
}

const titles = {
  avatar: { title: 'Picture', hint: 'Square, up to 5 MiB.' },
  banner: { title: 'Banner', hint: 'Three times as wide as high, up to 5 MiB.' },
} as const

/** Uploaded at once: the record of the domain points to it from then on. */
export function ImageUpload({ ensId, preset }: ImageUploadProps) {
  const { title, hint } = titles[preset]
  const query = { ensId, type: preset }
  const upload = useSave({
    save: (file: File) => unwrap(api.POST(path, { params: { query }, ...fileBody(file) })),
    done: `The ${title.toLowerCase()} is uploaded.`,
    changes: [['domain'], ['page']],
  })
  return (
    <div className="grid content-start gap-2">
      <UploadInput
        title={title}
        hint={hint}
        kind="image"
        isUploading={upload.isPending}
        onFile={upload.mutate}
      />
      {upload.error && <ErrorState title="It was not uploaded." error={upload.error} />}
      <ApiCall method="POST" path={path} query={query} file={`${preset}.png`} />
    </div>
  )
}

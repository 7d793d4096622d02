import { useParams, useSearch } from '@tanstack/react-router';
import { UploadPage } from '#features/uploads/upload-page.tsx';

export function UploadRoute() {
  const { libraryId } = useParams({ from: '/signed-in/shell/library/$libraryId/upload' });
  const { folder } = useSearch({ from: '/signed-in/shell/library/$libraryId/upload' });
  return <UploadPage key={libraryId} libraryId={libraryId} folder={folder} />;
}

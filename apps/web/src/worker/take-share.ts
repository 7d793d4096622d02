import { BASE_PATH } from '#lib/base-path.ts';
import { SHARE_PATH } from '#lib/offline/kept-addresses.ts';
import { keepShared } from '#lib/offline/shared-files.ts';

type FindOwner = () => Promise<string | undefined>;

function goTo(path: string): Response {
  return Response.redirect(location.origin + BASE_PATH + path, 303);
}

/**
 * What another app shared: files wait for the page that uploads them, words are searched for.
 * @param findOwner the signed-in user
 */
export async function takeShare(request: Request, findOwner: FindOwner): Promise<Response> {
  try {
    return await take(await request.formData(), findOwner);
  } catch {
    // more than the device can hold: the page says so
    return goTo(`${SHARE_PATH}?failed=true`);
  }
}

async function take(form: FormData, findOwner: FindOwner): Promise<Response> {
  // A form without a file has an empty one.
  const files = form.getAll('files').filter((value) => value instanceof File && value.name !== '') as File[];
  if (files.length > 0) {
    await keepShared(BASE_PATH, files, { userId: await findOwner(), sharedAt: Date.now() });
    return goTo(SHARE_PATH);
  }
  const words = new URLSearchParams();
  for (const name of ['q', 'text', 'url']) {
    const value = form.get(name);
    if (typeof value === 'string') words.set(name, value);
  }
  return goTo(`/search?${words.toString()}`);
}

// HEALTHCHECK of the image: fails unless the server of this container answers.
const port = process.env.LECTERN_SERVER_PORT ?? '8080';
try {
  const answer = await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(4_000) });
  process.exitCode = answer.ok ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

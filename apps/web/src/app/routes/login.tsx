export function LoginRoute() {
  return <h1>Sign in</h1>;
}

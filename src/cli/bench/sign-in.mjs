/** Returns the session cookie of a response, in the format of a request header. */
function sessionOf(response) {
  const cookie = response.headers.getSetCookie().find((one) => one.startsWith('session='));
  if (!cookie)
    throw new Error(`${response.url} responded with ${response.status} and without a session`);
  return cookie.split(';')[0];
}

const post = (url, body, headers) =>
  fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** Signs in as the demo's admin. Returns the cookie. */
export async function signInAdmin(url) {
  return sessionOf(
    await post(`${url}/api/admin/login`, { username: 'admin', password: 'admin-demo' }),
  );
}

/** Signs up a client with the demo's code. Returns the cookie. */
export async function signUpClient(url, headers) {
  const email = `${crypto.randomUUID()}@example.com`;
  await post(`${url}/api/auth/send-otp`, { email, type: 'signup' }, headers);
  const fields = { email, firstName: 'Ada', lastName: 'Byron', otp: '123456' };
  return sessionOf(await post(`${url}/api/auth/signup`, fields, headers));
}

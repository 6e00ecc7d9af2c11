// Keeps the files of the site, so that it works without a network. A new version is used when no page shows the old one.

const NAME = `agora ${registration.scope} `;

async function install() {
  const cache = await caches.open(NAME + VERSION);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
}

async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith(NAME) && name !== NAME + VERSION);
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function answer(request) {
  const cache = await caches.open(NAME + VERSION);
  // The address of the folder is that of its page.
  const wanted = request.url.split(/[?#]/)[0] === registration.scope ? "index.html" : request;
  return (await cache.match(wanted, { ignoreSearch: true })) ?? fetch(request);
}

oninstall = (event) => event.waitUntil(install());
onactivate = (event) => event.waitUntil(activate());
onfetch = (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
};

// What the program asks of the page.

/** Puts a query into the address, so that it is a link to what is shown. */
export function set_query(query) {
  if (query !== location.search) history.replaceState(null, "", query);
}

/** Offers another scene where the asked one cannot be shown. */
export function offer(query, title) {
  const link = document.createElement("a");
  link.href = query;
  link.textContent = title;
  document.getElementById("offers").append(link);
}

/** Gives the user a file. */
export function download(name, bytes) {
  const link = document.createElement("a");
  // The bytes lie in the memory of the program, which it uses again.
  link.href = URL.createObjectURL(new Blob([bytes.slice()], { type: "application/octet-stream" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

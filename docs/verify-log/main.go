// Verifies a Gos log with golang.org/x/mod alone: verify URL KEY OLDER-CHECKPOINT
// GOS_TOKEN is an API token of an auditor.
package main

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

var base = strings.TrimSuffix(os.Args[1], "/") + "/api/log/"

func get(path string) []byte {
	request, _ := http.NewRequest("GET", base+path, nil)
	request.Header.Set("Authorization", "Bearer "+os.Getenv("GOS_TOKEN"))
	response, err := http.DefaultClient.Do(request)
	check(err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	check(err)
	if response.StatusCode != 200 {
		log.Fatalf("%s: %s", path, response.Status)
	}
	return body
}

// open checks the signature and reads log, size and root.
func open(text []byte, key string) (string, tlog.Tree) {
	verifier, err := note.NewVerifier(key)
	check(err)
	opened, err := note.Open(text, note.VerifierList(verifier))
	check(err)
	lines := strings.Split(opened.Text, "\n")
	size, err := strconv.ParseInt(lines[1], 10, 64)
	check(err)
	root, err := base64.StdEncoding.DecodeString(lines[2])
	check(err)
	tree := tlog.Tree{N: size}
	copy(tree.Hash[:], root)
	return lines[0], tree
}

type tiles struct{}

func (tiles) Height() int                                { return 8 }
func (tiles) SaveTiles(tiles []tlog.Tile, data [][]byte) {}
func (tiles) ReadTiles(list []tlog.Tile) ([][]byte, error) {
	var data [][]byte
	for _, tile := range list {
		// tlog names the height in the path, tlog-tiles does not.
		data = append(data, get("tile/"+strings.TrimPrefix(tile.Path(), "tile/8/")))
	}
	return data, nil
}

// entry reads a leaf of the tree: the hash of an event.
func entry(n, size int64) []byte {
	tile := tlog.Tile{H: 8, L: -1, N: n / 256, W: int(min(256, size-n/256*256))}
	bundle := get(strings.Replace(tile.Path(), "tile/8/data", "tile/entries", 1))
	for range n % 256 {
		bundle = bundle[2+binary.BigEndian.Uint16(bundle):]
	}
	return bundle[2 : 2+binary.BigEndian.Uint16(bundle)]
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func main() {
	kept, err := os.ReadFile(os.Args[3])
	check(err)
	oldName, older := open(kept, os.Args[2])
	name, tree := open(get("checkpoint"), os.Args[2])
	if name != oldName {
		log.Fatal("another log")
	}
	// Checks every tile that it reads against the signed root.
	reader := tlog.TileHashReader(tree, tiles{})
	proof, err := tlog.ProveTree(tree.N, older.N, reader)
	check(err)
	check(tlog.CheckTree(proof, tree.N, tree.Hash, older.N, older.Hash))
	last := tree.N - 1
	record, err := tlog.ProveRecord(tree.N, last, reader)
	check(err)
	check(tlog.CheckRecord(record, tree.N, tree.Hash, last, tlog.RecordHash(entry(last, tree.N))))
	fmt.Printf("%s: %d events continue the checkpoint of %d\n", name, tree.N, older.N)
}
